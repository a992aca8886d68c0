"""Who is who: guests, accounts, tokens, ratings, and what a person may ask about themselves."""

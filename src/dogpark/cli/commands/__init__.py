"""What each command does; ``main`` declares how it is called."""

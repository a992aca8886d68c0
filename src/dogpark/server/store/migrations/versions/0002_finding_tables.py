"""People find tables that they left or host; tables that were left alone are looked after."""

from __future__ import annotations

from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.execute(
        """
        INSERT INTO table_people (table_id, seat, person_id)
        SELECT gone.table_id, gone.seat, gone.person_id FROM result_people AS gone
        WHERE gone.person_id IS NOT NULL
        AND EXISTS (SELECT 1 FROM tables WHERE tables.id = gone.table_id)
        AND NOT EXISTS (
            SELECT 1 FROM table_people AS there
            WHERE there.table_id = gone.table_id AND there.seat = gone.seat
        )
        """
    )
    op.execute(
        """
        INSERT INTO table_people (table_id, seat, person_id)
        SELECT tables.id, -1, tables.host FROM tables
        WHERE NOT EXISTS (
            SELECT 1 FROM table_people AS there
            WHERE there.table_id = tables.id AND there.person_id = tables.host
        )
        """
    )
    # Nobody was to wake a table that had not begun: now each is looked at, and given up in time.
    op.execute(
        "UPDATE tables SET wake_at = 0 WHERE status = 'open' AND keeper IS NULL AND wake_at IS NULL"
    )


def downgrade() -> None:
    op.execute("DELETE FROM table_people WHERE seat < 0")

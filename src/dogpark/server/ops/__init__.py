"""What a host needs: health, figures, logs, backups."""

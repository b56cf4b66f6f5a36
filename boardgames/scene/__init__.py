"""What people see and are told: scenes, events, and how both are drawn."""

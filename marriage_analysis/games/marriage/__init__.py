"""Marriage: rules, sets, maal, settlement and audit of the Nepali three-pack rummy."""

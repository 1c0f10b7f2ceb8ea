"""Facts as data: wait events and their demands, flash devices and their figures, each with its source."""

from segtier.catalog.devices import device_models, tier
from segtier.catalog.wait_events import EventFacts, event_facts

__all__ = ["EventFacts", "device_models", "event_facts", "tier"]

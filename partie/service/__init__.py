"""Tables for people: storage, the HTTP and WebSocket API, who may see and do what. `docs/api.md` is the contract."""

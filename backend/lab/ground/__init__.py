"""The proving ground: measured moves in a real database engine on modelled devices, held against the forecast made before."""

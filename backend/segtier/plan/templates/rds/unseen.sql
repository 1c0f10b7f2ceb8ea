        || 'SQL cannot see that: 10_volume.sh shows how large the volume is.');

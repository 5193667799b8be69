"""Videos by their address: what is said in them, with its time. One site, YouTube, asked by way of the fetcher."""

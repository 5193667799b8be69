"""Who there is without login."""

LOCAL_USER_ID = "anonymous"

/** Values that occur in several examples. All of them are invented. */
export const EXAMPLE_ID = "0199f3c4-7a10-7c3e-9d52-4b8f6a1e2c01";
export const EXAMPLE_DOMAIN = "quorvane.example";
export const EXAMPLE_CURSOR = "AZ8cW1pXqk3uB0vYx2dLr7mTn4fHs6jKc9eRg5iOaQwEzUyPbVtNlMoDhSgFkJx";
/** Companies of the demo data, whatever the day on which it was created, so that the guide's code finds something. */
export const DEMO_DOMAINS = ["meadowvault.example", "curon.example"] as const;

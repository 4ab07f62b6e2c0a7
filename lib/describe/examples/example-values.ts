/** These invented values occur in several examples. */
export const EXAMPLE_ID = "0199f3c4-7a10-7c3e-9d52-4b8f6a1e2c01";
export const EXAMPLE_DOMAIN = "quorvane.example";
export const EXAMPLE_CURSOR = "AZ8cW1pXqk3uB0vYx2dLr7mTn4fHs6jKc9eRg5iOaQwEzUyPbVtNlMoDhSgFkJx";
/** These companies of the demo data have a domain and rounds whenever the data was created. */
export const DEMO_DOMAINS = ["thatchfall.example", "sedgeline.example"] as const;

/** Version of server and app, as shown and returned; equal to that of the packages. */
export const VERSION = "2.1.0";

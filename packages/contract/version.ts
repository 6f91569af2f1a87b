/** The version of the server and of its app, as it is told and shown; the packages carry the same. */
export const VERSION = "2.1.0";

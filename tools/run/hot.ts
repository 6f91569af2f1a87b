/** Where `npm run dev` serves the apps (`server.port` of their vite.config.ts). */
export const HOT = { players: "http://localhost:5173", desk: "http://localhost:5174" } as const;

/** Code of a game, as FFC. */
export const GAME_CODE = /^[A-Z0-9]{2,12}$/;

/** Number of a period, as 202611210003. */
export const PRIZE_NO = /^\d{11,12}$/;

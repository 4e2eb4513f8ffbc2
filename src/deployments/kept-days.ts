/** So long deployments can be read after they have ended. */
export const keptDays = 30

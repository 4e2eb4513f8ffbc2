/** The overview query of home: as many problems as it shows. */
export const homeOverview = { query: { issues: 20 } } as const

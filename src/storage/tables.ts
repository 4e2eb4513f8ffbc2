/** The columns of each table, for the query builder. */
export interface Tables {}

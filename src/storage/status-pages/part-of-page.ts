/** The place of what belongs to a status page: a component, an incident or a rule. */
export interface PartOfPage {
  readonly accountId: string
  readonly statusPageId: string
  readonly id: string
}

/** A part of a list of what belongs to a status page, behind `fromId`. */
export interface PartsOfPageWindow {
  readonly accountId: string
  readonly statusPageId: string
  readonly fromId: string | null
  readonly limit: number
}

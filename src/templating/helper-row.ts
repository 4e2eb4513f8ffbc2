import type { TemplateValue } from './template-tree.ts'

/** What of the outside a helper may use; the caller brings it. */
export interface Surroundings {
  readonly nowMs: number
  /** A whole number from 0 to 10 000. */
  readonly randomNumber: () => number
  /** A version 4 UUID. */
  readonly uuid: () => string
}

/** One function a template may call: how many values it takes, and what it makes of them. */
export interface HelperRow {
  readonly least: number
  readonly most: number
  readonly call: (args: readonly TemplateValue[], surroundings: Surroundings) => TemplateValue
}

/** How a value is printed: nothing for what is missing, lists joined by commas. */
export const textOf = (value: TemplateValue): string => (value === null || value === undefined ? '' : String(value))

/** Whether `{{#if}}` takes its first branch: empty lists, empty texts, 0, false and missing values do not. */
export const isTrue = (value: TemplateValue): boolean => (Array.isArray(value) ? value.length > 0 : Boolean(value))

import type { TemplateValue } from './template-tree.ts'

/** The external input of helpers, provided by the caller. */
export interface TemplateContext {
  readonly nowMs: number
  /** A whole number from 0 to 10 000. */
  readonly randomNumber: () => number
  /** A version 4 UUID. */
  readonly uuid: () => string
}

/** A helper function: the number of its arguments, and its result. */
export interface HelperRow {
  readonly least: number
  readonly most: number
  readonly call: (args: readonly TemplateValue[], context: TemplateContext) => TemplateValue
}

/** How a value is printed: an empty string for a missing one, lists joined by commas. */
export const textOf = (value: TemplateValue): string => (value === null || value === undefined ? '' : String(value))

/** Whether `{{#if}}` takes its first branch: empty lists, empty strings, 0, false and missing values do not. */
export const isTrue = (value: TemplateValue): boolean => (Array.isArray(value) ? value.length > 0 : Boolean(value))

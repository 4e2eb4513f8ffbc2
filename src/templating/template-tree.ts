/** What a variable may hold. Objects and functions cannot get into a template. */
export type TemplateValue = string | number | boolean | null | undefined | readonly TemplateValue[]

export interface PathExpression {
  readonly kind: 'path'
  /** How many scopes outwards the search begins (`../`). */
  readonly up: number
  /** `@index` and its like. */
  readonly data: boolean
  /** `this.x` and `./x` look at one scope only. */
  readonly scoped: boolean
  readonly parts: readonly string[]
}

export type Expression =
  | PathExpression
  | { readonly kind: 'literal'; readonly value: TemplateValue }
  | { readonly kind: 'call'; readonly helper: string; readonly args: readonly Expression[] }

export interface Block {
  readonly kind: 'block'
  /** choose: body or otherwise by truth. each and with: a scope per item. section: `{{#NAME}}` without a helper. */
  readonly form: 'choose' | 'each' | 'with' | 'section'
  readonly subject: Expression
  readonly negated: boolean
  readonly names: readonly string[]
  readonly body: readonly TemplateNode[]
  readonly otherwise: readonly TemplateNode[]
}

export type TemplateNode =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'print'; readonly value: Expression; readonly raw: boolean }
  | Block

/** Carries a sentence for the author of a template from the place of the mistake to the door of the room. */
export class TemplateProblem extends Error {
  override readonly name = 'TemplateProblem'
}

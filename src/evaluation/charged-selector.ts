import { JSONPathNode, jsonpath } from 'json-p3'
import type { JSONPathQuery } from 'json-p3'
import { exactFilter } from './exact-comparison.ts'
import { childCount, isContainer, valueSize } from './json-value.ts'
import type { WorkBudget } from './work-budget.ts'

const { selectors, expressions } = jsonpath
type Selector = jsonpath.JSONPathSelector
type Expression = jsonpath.expressions.FilterExpression

interface Charge {
  readonly work: WorkBudget
  /** Whether the values found are compared entirely, which costs their size. */
  readonly comparesValues: boolean
  /** Whether `length` counts items and characters. Not after `..`, where it would match every string. */
  readonly countsLength: boolean
}

/** A selector that charges the work budget for visited values, and supports `.length` of arrays and strings. */
class ChargedSelector extends selectors.JSONPathSelector {
  readonly #selector: Selector
  readonly #charge: Charge
  readonly #costPerChild: number

  constructor(selector: Selector, charge: Charge) {
    super(selector.environment, selector.token)
    this.#selector = selector
    this.#charge = charge
    this.#costPerChild = costPerChild(selector)
  }

  override resolve(node: JSONPathNode): JSONPathNode[] {
    return [...this.lazyResolve(node)]
  }

  override *lazyResolve(node: JSONPathNode): Generator<JSONPathNode> {
    const { work, comparesValues } = this.#charge
    const children = this.#costPerChild > 0 ? childCount(node.value) : 0
    work.spend(1 + node.location.length / 10 + this.#costPerChild * children)
    const length = this.#lengthOf(node)
    if (length) return yield length
    for (const found of this.#selector.lazyResolve(node)) {
      if (comparesValues && isContainer(found.value)) work.spend(valueSize(found.value, work.left + 1))
      yield found
    }
  }

  override toString(): string {
    return this.#selector.toString()
  }

  #lengthOf(node: JSONPathNode): JSONPathNode | null {
    const selector = this.#selector
    if (!this.#charge.countsLength || !(selector instanceof selectors.NameSelector)) return null
    if (selector.name !== 'length' || !(Array.isArray(node.value) || typeof node.value === 'string')) return null
    return new JSONPathNode(node.value.length, node.location.concat('length'), node.root)
  }
}

/** Names and indexes visit one child; the others all, and a filter evaluates its expression for each. */
function costPerChild(selector: Selector): number {
  if (selector instanceof selectors.NameSelector || selector instanceof selectors.IndexSelector) return 0
  return selector instanceof selectors.FilterSelector ? 1 + selector.toString().length / 16 : 1
}

/** Makes every selector of a compiled query charge the budget, also those of queries inside its filters. */
export function chargeQuery(query: JSONPathQuery, work: WorkBudget, comparesValues = false): void {
  for (const [index, segment] of query.segments.entries()) {
    const charge: Charge = {
      work,
      comparesValues: comparesValues && index === query.segments.length - 1,
      countsLength: !segment.toString().startsWith('..'),
    }
    const charged = segment.selectors.map((selector) => {
      if (!(selector instanceof selectors.FilterSelector)) return new ChargedSelector(selector, charge)
      chargeExpression(selector.expression, work, false)
      return new ChargedSelector(exactFilter(selector), charge)
    })
    segment.selectors.splice(0, segment.selectors.length, ...charged)
  }
}

function chargeExpression(expression: Expression, work: WorkBudget, comparesValues: boolean): void {
  if (expression instanceof expressions.FilterQuery) return chargeQuery(expression.path, work, comparesValues)
  for (const part of partsOf(expression)) {
    chargeExpression(part, work, expression instanceof expressions.InfixExpression && !expression.logical)
  }
}

function partsOf(expression: Expression): readonly Expression[] {
  if (expression instanceof expressions.LogicalExpression) return [expression.expression]
  if (expression instanceof expressions.InfixExpression) return [expression.left, expression.right]
  if (expression instanceof expressions.PrefixExpression) return [expression.right]
  if (expression instanceof expressions.FunctionExtension) return expression.args
  return []
}

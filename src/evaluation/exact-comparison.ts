import { JSONPathNodeList, jsonpath } from 'json-p3'
import { isExact, JsonNumber } from '#kernel'
import { compareNumbers, isNumber, jsonEquals } from './json-value.ts'

const { expressions } = jsonpath
type Expression = jsonpath.expressions.FilterExpression
type FilterSelector = jsonpath.selectors.FilterSelector
type Context = Parameters<Expression['evaluate']>[0]

/** A comparison in a filter by all digits of its numbers, also of those in the path; the library rounds them. */
class ExactComparison extends expressions.InfixExpression {
  override evaluate(context: Context): boolean {
    const [left, right] = [valueOf(this.left, context), valueOf(this.right, context)]
    switch (this.operator) {
      case '==':
        return isEqual(left, right)
      case '!=':
        return !isEqual(left, right)
      case '<':
        return isLess(left, right)
      case '>':
        return isLess(right, left)
      case '<=':
        return isLess(left, right) || isEqual(left, right)
      default:
        return isLess(right, left) || isEqual(left, right)
    }
  }
}

function valueOf(side: Expression, context: Context): unknown {
  if (side instanceof expressions.NumberLiteral)
    return isExact(side.token.value) ? side.value : new JsonNumber(side.token.value)
  const value = side.evaluate(context)
  return value instanceof JSONPathNodeList && value.nodes.length === 1 ? value.nodes[0]?.value : value
}

/** Results that are not values, such as a query that found nothing, are compared by the library. */
const isEqual = (left: unknown, right: unknown): boolean =>
  left instanceof JSONPathNodeList || right instanceof JSONPathNodeList
    ? expressions.compare(left, '==', right)
    : jsonEquals(left, right)

const isLess = (left: unknown, right: unknown): boolean =>
  isNumber(left) && isNumber(right) ? compareNumbers(left, right) < 0 : expressions.compare(left, '<', right)

/** A filter with comparisons that are exact; those of queries inside it stay as they are. */
export const exactFilter = ({ environment, token, expression }: FilterSelector): FilterSelector =>
  new jsonpath.selectors.FilterSelector(
    environment,
    token,
    new expressions.LogicalExpression(expression.token, exactly(expression.expression)),
  )

function exactly(expression: Expression): Expression {
  const { token } = expression
  if (expression instanceof expressions.LogicalExpression)
    return new expressions.LogicalExpression(token, exactly(expression.expression))
  if (expression instanceof expressions.PrefixExpression)
    return new expressions.PrefixExpression(token, expression.operator, exactly(expression.right))
  if (!(expression instanceof expressions.InfixExpression)) return expression
  const Kind = expression.logical ? expressions.InfixExpression : ExactComparison
  return new Kind(token, exactly(expression.left), expression.operator, exactly(expression.right))
}

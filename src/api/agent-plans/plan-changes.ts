import type { AgentPlanChange } from '#contract'
import { redactFields } from '#redaction'

type Fields = Readonly<Record<string, unknown>>

/** A person confirms what is shown, so that scripts are shown too. */
const longestValue = 20_000

/** The changes that a body makes, field by field, without credentials. `before` is null for what is not there yet. */
export const changesOf = (before: Fields | null, body: Fields): readonly AgentPlanChange[] => fieldsOf('', before, body)

function fieldsOf(prefix: string, before: Fields | null, body: Fields): AgentPlanChange[] {
  const [shownBefore, shownAfter] = [Object(redactFields(before ?? {})), Object(redactFields(body))]
  return Object.keys(body).flatMap((name) => {
    const [from, to] = [before?.[name], body[name]]
    if (isFields(from) && isFields(to)) return fieldsOf(`${prefix}${name}.`, from, to)
    if (before !== null && JSON.stringify(from) === JSON.stringify(to)) return []
    const isThere = from !== undefined
    return [
      { field: `${prefix}${name}`, before: isThere ? shown(shownBefore[name]) : null, after: shown(shownAfter[name]) },
    ]
  })
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'null'
  const hidden = text.length - longestValue
  return hidden > 0 ? `${text.slice(0, longestValue)}… (${hidden} more characters)` : text
}

/** The values of the fields of a body from before, which undo it: null where there was nothing. */
export const undoingBody = (before: Fields, body: Fields): Record<string, unknown> =>
  Object.fromEntries(
    Object.keys(body).map((name) => [
      name,
      isFields(before[name]) && isFields(body[name]) ? undoingBody(before[name], body[name]) : (before[name] ?? null),
    ]),
  )

/** Whether a query is about one of them: it names it, or it names none. */
export function concerns(inputs: readonly unknown[], ids: ReadonlySet<string> | null): boolean {
  if (ids === null) return true
  const named = inputs.flatMap((input) => {
    const { params, query, checkId } = Object(input) as Readonly<Record<string, unknown>>
    const ofQuery = (Object(query) as Readonly<Record<string, unknown>>)['checkId']
    return [...Object.values(Object(params)), ofQuery, checkId].flat()
  })
  const namedIds = named.flatMap((id) => (typeof id === 'string' || typeof id === 'number' ? [String(id)] : []))
  return namedIds.length === 0 || namedIds.some((id) => ids.has(id))
}

/** Whether tags fit one of the alternatives, each a list of tags that must all be there, or with `!` must not. */
export function hasTags(tags: readonly string[], alternatives: readonly (readonly string[])[] | undefined): boolean {
  if (alternatives === undefined) return true
  const known = new Set(tags)
  return alternatives.some((all) => all.every((tag) => fits(known, tag)))
}

const fits = (tags: ReadonlySet<string>, requiredTag: string): boolean =>
  requiredTag.length > 1 && requiredTag.startsWith('!') ? !tags.has(requiredTag.slice(1)) : tags.has(requiredTag)

interface Common {
  readonly name: string
  readonly tags?: readonly string[]
  readonly description?: string | null
}

const longest = { name: 512, tag: 255, description: 500 }
const mostTags = 100

/** Name, tags and description of a check within their limits; without those that are empty. */
export const commonFields = ({ name, tags = [], description = null }: Common): Readonly<Record<string, unknown>> => ({
  name: name.slice(0, longest.name),
  ...(tags.length > 0 && { tags: tags.slice(0, mostTags).map((tag) => tag.slice(0, longest.tag)) }),
  ...(description !== null && description !== '' && { description: description.slice(0, longest.description) }),
})

/** A canvas does not know variables: the browser resolves them for an element. */
export function resolvedColour(element: HTMLElement, name: string): string {
  const before = element.style.color
  element.style.color = `var(--c-${name})`
  const { color } = getComputedStyle(element)
  element.style.color = before
  return color
}

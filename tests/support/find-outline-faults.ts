/** Runs in a page: landmarks and regions of the same name, headings that skip a level, heads of tables without a name. */
export function findOutlineFaults(): string[] {
  const { document } = globalThis as unknown as Outlined
  const shown = (selector: string): readonly OutlinedElement[] =>
    [...document.querySelectorAll(selector)].filter(
      (element) => element.closest('[hidden], [aria-hidden=true]') === null && (element.checkVisibility?.() ?? true),
    )
  const short = (element: OutlinedElement): string => element.outerHTML.slice(0, 120)
  const regions = shown('section[aria-label], [role=region], nav, aside').map(
    (element) => `${element.tagName} ${element.getAttribute('aria-label') ?? ''}`,
  )
  const twice = regions.filter((region, index) => regions.indexOf(region) !== index)
  const headings = shown('h1, h2, h3, h4, h5, h6')
  const level = (heading: OutlinedElement | undefined): number => Number(heading?.tagName.slice(1) ?? 0)
  const skipping = headings.filter((heading, index) => level(heading) > level(headings[index - 1]) + 1)
  const nameless = shown('th, [role=columnheader]').filter(
    (head) =>
      head.textContent.trim() === '' &&
      head.getAttribute('aria-label') === null &&
      head.querySelector('[aria-label]') === null,
  )
  return [
    ...twice.map((region) => `has two regions ${region}`),
    ...skipping.map((heading) => `skips a level of headings: ${short(heading)}`),
    ...nameless.map((head) => `has a head of a table without a name: ${short(head)}`),
  ]
}

interface OutlinedElement {
  readonly tagName: string
  readonly outerHTML: string
  readonly textContent: string
  readonly getAttribute: (name: string) => string | null
  readonly querySelector: (selector: string) => object | null
  readonly closest: (selector: string) => object | null
  readonly checkVisibility?: () => boolean
}

interface Outlined {
  readonly document: { querySelectorAll: (selector: string) => Iterable<OutlinedElement> }
}

/** Runs in a page where the last thing used was the keyboard: what moves, and controls that do not show the focus. */
export function findMovingOrUnmarked(): string[] {
  const { document, getComputedStyle } = globalThis as unknown as Rendered
  const found: string[] = []
  const isMoving = (times: string): boolean => times.split(',').some((time) => Number.parseFloat(time) > 0.001)
  for (const element of document.querySelectorAll('body, body *')) {
    const { transitionDuration, animationName, animationDuration } = getComputedStyle(element)
    if (isMoving(transitionDuration) || (animationName !== 'none' && isMoving(animationDuration)))
      found.push(`moves: ${element.outerHTML.slice(0, 120)}`)
  }
  const look = (element: StyledElement): string => {
    const { outlineStyle, outlineWidth, boxShadow, borderColor } = getComputedStyle(element)
    return [outlineStyle === 'none' ? '' : outlineStyle + outlineWidth, boxShadow, borderColor].join(' ')
  }
  const controls = 'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, summary, canvas[tabindex]'
  for (const control of document.querySelectorAll(controls)) {
    if (control.getClientRects().length === 0) continue
    document.activeElement?.blur()
    const before = look(control)
    control.focus()
    if (document.activeElement === control && look(control) === before)
      found.push(`shows no focus: ${control.outerHTML.slice(0, 120)}`)
  }
  return found
}

interface StyledElement {
  readonly outerHTML: string
  focus: () => void
  blur: () => void
  getClientRects: () => ArrayLike<unknown>
}

interface Rendered {
  readonly document: {
    readonly activeElement: StyledElement | null
    querySelectorAll: (selector: string) => Iterable<StyledElement>
  }
  readonly getComputedStyle: (element: StyledElement) => Readonly<Record<StyleName, string>>
}

type StyleName =
  | 'transitionDuration'
  | 'animationName'
  | 'animationDuration'
  | 'outlineStyle'
  | 'outlineWidth'
  | 'boxShadow'
  | 'borderColor'

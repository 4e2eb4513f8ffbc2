type Notify = (isOpen: boolean) => void

const subscribers = new Set<Notify>()
let isOpen = false

export function setPalette(open: boolean): void {
  isOpen = open
  for (const notify of subscribers) notify(open)
}

export const openPalette = (): void => setPalette(true)
export const isPaletteOpen = (): boolean => isOpen

export function onPalette(notify: Notify): () => void {
  subscribers.add(notify)
  return () => subscribers.delete(notify)
}

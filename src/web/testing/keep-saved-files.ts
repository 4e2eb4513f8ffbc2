import { vi } from 'vitest'

/** A file that a page had the browser save. */
interface SavedFile {
  readonly name: string
  readonly content: Blob
}

/** Keeps what pages have the browser save, until the end of the test. */
export function keepSavedFiles(): readonly SavedFile[] {
  const contents: (Blob | MediaSource)[] = []
  const saved: SavedFile[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((content) => `blob:${contents.push(content) - 1}`)
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function keep(this: HTMLAnchorElement) {
    const content = contents[Number(this.href.replace('blob:', ''))]
    if (content && 'text' in content) saved.push({ name: this.download, content })
  })
  return saved
}

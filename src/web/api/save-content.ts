import { after } from '../time/page-time.ts'

const keptMs = 60_000

/** Has the browser save a file. */
export function saveContent(content: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  after(keptMs, () => URL.revokeObjectURL(link.href))
}

import type { ReadBody } from './api.ts'

type Files = NonNullable<ReadBody['files']>

/** The limit of requests, less the third by which base64 is longer. */
export const mostMegabytes = 23
const megabyte = 1024 ** 2

export const isTooLarge = (files: readonly File[]): boolean =>
  files.reduce((sum, { size }) => sum + size, 0) > mostMegabytes * megabyte

/** The files as requests have them, one after the other. */
export async function readChosen(files: readonly File[]): Promise<Files> {
  const read: Files = []
  for (const file of files) read.push({ path: file.webkitRelativePath || file.name, content: await base64Of(file) })
  return read
}

const base64Of = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(textOf(reader.result).replace(/^[^,]*,?/, '')))
    reader.addEventListener('error', () => reject(reader.error ?? new Error(file.name)))
    reader.readAsDataURL(file)
  })

const textOf = (result: FileReader['result']): string => (typeof result === 'string' ? result : '')

/** Values by names, of lines such as `NAME=VALUE`. */
export const environmentOf = (text: string): Record<string, string> =>
  Object.fromEntries(
    text.split('\n').flatMap((line) => {
      const [, name, value = ''] = /^\s*(?:export\s+)?([^=#\s]+)\s*=(.*)$/.exec(line) ?? []
      return name === undefined ? [] : [[name, value.trim()] as const]
    }),
  )

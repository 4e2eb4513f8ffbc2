import { stringify } from 'yaml'
import type { SourceFile } from '../parsed-file.ts'

export const formats = ['yaml', 'json', 'ts'] as const
export type Format = (typeof formats)[number]

export interface FileForm {
  readonly format: Format
  readonly schemaUrl: string
}

/** A file of resources in a format, with what editors need to find its schema. */
export function writtenFile(name: string, content: object, { format, schemaUrl }: FileForm): SourceFile {
  const texts: { readonly [F in Format]: () => string } = {
    yaml: () => `# yaml-language-server: $schema=${schemaUrl}\n${stringify(content, yamlOptions)}`,
    json: () => `${JSON.stringify({ $schema: schemaUrl, ...content }, null, 2)}\n`,
    ts: () => `export default ${JSON.stringify(content, null, 2)}\n`,
  }
  return { path: `${fileName(name)}.${format}`, text: texts[format]() }
}

/** Values are written out where they repeat, and long lines stay whole. */
const yamlOptions = { lineWidth: 0, aliasDuplicateObjects: false, blockQuote: 'literal' } as const

const fileName = (section: string): string => section.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

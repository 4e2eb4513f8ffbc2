import { lateTexts } from '../../strings/late.ts'
import { RowsField } from './rows-field.tsx'
import type { RowsProps } from './rows-field.tsx'

const words = lateTexts.editor

interface TextFile {
  readonly path: string
  readonly content: string
}

/** Text files by their paths. */
export const FilesField = (rows: RowsProps<TextFile>) => (
  <RowsField {...rows} empty={{ path: '', content: '' }}>
    {({ path, content }, set) => (
      <div className="grow stack">
        <input
          className="mono"
          aria-label={`${rows.label}: ${words.file.path}`}
          placeholder="./file.js"
          value={path}
          onChange={(event) => set({ path: event.target.value })}
        />
        <textarea
          className="mono"
          rows={6}
          spellCheck={false}
          aria-label={`${rows.label}: ${words.file.content}`}
          value={content}
          onChange={(event) => set({ content: event.target.value })}
        />
      </div>
    )}
  </RowsField>
)

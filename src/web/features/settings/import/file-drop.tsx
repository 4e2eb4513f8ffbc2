import { useId, useRef, useState } from 'react'
import type { DragEvent } from 'react'
import { lateTexts } from '../../../strings/late.ts'
import { Button } from '../../../ui/button.tsx'
import { FieldError } from '../../../ui/field-error.tsx'
import styles from './import.module.css'
import { isTooLarge, mostMegabytes } from './read-chosen.ts'

const words = lateTexts.imports

interface FileDropProps {
  readonly files: readonly File[]
  readonly onFiles: (files: readonly File[]) => void
}

/** Takes files by a click or by dropping them. */
export function FileDrop({ files, onFiles }: FileDropProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const over = (value: boolean) => (event: DragEvent) => {
    event.preventDefault()
    setOver(value)
  }
  const drop = (event: DragEvent): void => {
    over(false)(event)
    if (event.dataTransfer.files.length > 0) onFiles([...event.dataTransfer.files])
  }
  return (
    <div>
      <label className="label" htmlFor={id}>
        {words.files}
      </label>
      <div
        className={isOver ? `${styles.drop} ${styles.over}` : styles.drop}
        onDragOver={over(true)}
        onDragLeave={over(false)}
        onDrop={drop}
      >
        <span className="dim">{words.drop}</span>
        <Button onClick={() => input.current?.click()}>{words.choose}</Button>
        <input
          ref={input}
          id={id}
          className="sr"
          type="file"
          multiple
          tabIndex={-1}
          onChange={({ target }) => onFiles([...(target.files ?? [])])}
        />
        <span className="mono small anywhere" role="status">
          {files.length > 1 ? words.chosen(files.length) : files[0]?.name}
        </span>
      </div>
      {isTooLarge(files) && <FieldError>{words.tooLarge(mostMegabytes)}</FieldError>}
    </div>
  )
}

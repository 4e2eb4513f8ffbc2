import { useMemo, useState } from 'react'
import { completeFrame, framedDocument } from './framed-document.ts'
import styles from './document-frame.module.css'

interface DocumentFrameProps {
  readonly title: string
  /** HTML of the service. */
  readonly text: string
  readonly className?: string | undefined
}

/** A document as its readers see it, as high as it is, in a frame that runs nothing and leads nowhere. */
export function DocumentFrame({ title, text, className = '' }: DocumentFrameProps) {
  const framed = useMemo(() => framedDocument(text), [text])
  const [height, setHeight] = useState<number>()
  return (
    <iframe
      className={`${styles.frame} ${className}`.trimEnd()}
      title={title}
      sandbox="allow-same-origin"
      srcDoc={framed}
      height={height}
      onLoad={({ currentTarget: { contentDocument: shown } }) => {
        if (shown === null) return
        completeFrame(shown)
        setHeight(shown.documentElement.scrollHeight)
      }}
    />
  )
}

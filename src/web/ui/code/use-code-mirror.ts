import type { Extension } from '@codemirror/state'
import { useEffect, useRef, useState } from 'react'
import type { ComponentType, RefObject } from 'react'
import type { CodeMirrorProps } from './code-mirror.tsx'
import { loadLanguage } from './languages.ts'
import type { CodeLanguage } from './languages.ts'

interface LoadedEditor {
  readonly Editor: ComponentType<CodeMirrorProps>
  readonly language: Extension
}

const loaded = new Map<CodeLanguage, LoadedEditor>()

async function load(name: CodeLanguage): Promise<LoadedEditor> {
  const [{ CodeMirror }, language] = await Promise.all([import('./code-mirror.tsx'), loadLanguage(name)])
  const editor = { Editor: CodeMirror, language }
  loaded.set(name, editor)
  return editor
}

/**
 * The editor, once its place is near the window or has the focus; null until then, and for as long as it cannot be loaded:
 * the plain text or field that stands there meanwhile says the same.
 */
export function useCodeMirror(name: CodeLanguage): {
  readonly place: RefObject<HTMLDivElement | null>
  readonly code: LoadedEditor | null
} {
  const place = useRef<HTMLDivElement>(null)
  const [found, setFound] = useState<{ name: CodeLanguage; code: LoadedEditor } | null>(null)
  const code = found?.name === name ? found.code : (loaded.get(name) ?? null)
  useEffect(() => {
    const { current } = place
    if (code !== null || current === null) return undefined
    let isWanted = true
    const start = (): void => {
      observer.disconnect()
      load(name).then(
        (editor) => isWanted && setFound({ name, code: editor }),
        () => undefined,
      )
    }
    const observer = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && start(), {
      rootMargin: '200px',
    })
    observer.observe(current)
    current.addEventListener('focusin', start, { once: true })
    return () => {
      isWanted = false
      observer.disconnect()
      current.removeEventListener('focusin', start)
    }
  }, [name, code])
  return { place, code }
}

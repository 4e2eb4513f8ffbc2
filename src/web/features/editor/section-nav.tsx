import { CircleAlert } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { useScreenKeys } from '../../shell/use-screen-keys.ts'
import { lateTexts } from '../../strings/late.ts'
import { goToSection, sectionElementId, sectionsOf, sectionsWith } from '../../check-forms/sections.ts'
import type { SectionId } from '../../check-forms/sections.ts'
import styles from './section-nav.module.css'

const words = lateTexts.editor

interface SectionNavProps {
  readonly type: string
  readonly errors: Readonly<Record<string, string>>
}

/** The sections of the form, which the keys 1 to 9 lead to as well; those with mistakes are marked. */
export function SectionNav({ type, errors }: SectionNavProps) {
  const sections = useMemo(() => sectionsOf(type), [type])
  const current = useCurrentSection(sections)
  const wrong = sectionsWith(errors, type)
  useScreenKeys(Object.fromEntries(sections.map((id, index) => [String(index + 1), () => goToSection(id)])))
  return (
    <nav aria-label={words.sections} className={styles.sections}>
      <div className={styles.sticky}>
        {sections.map((id) => (
          <a
            key={id}
            href={`#${sectionElementId(id)}`}
            aria-current={id === current ? 'true' : undefined}
            onClick={(event) => {
              event.preventDefault()
              goToSection(id)
            }}
          >
            {words.sectionNames[id]}
            {wrong.has(id) && <CircleAlert className="ic s fail end" aria-label={words.hasMistakes} />}
          </a>
        ))}
        <p className="small mute">{words.sectionKeys(sections.length)}</p>
      </div>
    </nav>
  )
}

/** The section at the top of the page. */
function useCurrentSection(sections: readonly SectionId[]): SectionId | undefined {
  const [current, setCurrent] = useState(sections[0])
  useEffect(() => {
    const visible = new Set<string>()
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries)
          if (isIntersecting) visible.add(target.id)
          else visible.delete(target.id)
        setCurrent((before) => sections.find((id) => visible.has(sectionElementId(id))) ?? before)
      },
      { rootMargin: '-64px 0px -40% 0px' },
    )
    for (const id of sections) {
      const element = document.getElementById(sectionElementId(id))
      if (element) observer.observe(element)
    }
    return () => observer.disconnect()
  }, [sections])
  return current
}

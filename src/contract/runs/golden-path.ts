const maxLength = 500

/** The problem with the path of a golden file among the files of its check, as a sentence; null if it is valid. */
export function goldenPathProblem(path: string): string | null {
  if (path.length > maxLength) return `the path has more than ${maxLength} characters.`
  if (/[\p{Cc}\\]/u.test(path) || !path.isWellFormed()) return 'the path has a backslash or a control character.'
  const parts = path.replace(/^(?:\.?\/)+/, '').split('/')
  return parts.some((part) => part === '' || part === '.' || part === '..')
    ? 'use a relative path without empty parts, "." and "..", for example home.spec.ts-snapshots/home-linux.png.'
    : null
}

import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { longSubjects } from '../../tools/commit-subjects.ts'

const long = 'Say in the subject of a commit more than the seventy-two characters of it'

it('finds subjects that are too long in the history of a repository, and none in a copy without one', () => {
  const directory = mkdtempSync(join(tmpdir(), 'belfry-subjects-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  expect(longSubjects(directory)).toEqual([])
  const git = (...args: string[]): unknown =>
    execFileSync('git', ['-C', directory, '-c', 'user.name=a', '-c', 'user.email=a@b.example', ...args])
  git('init', '--quiet')
  for (const subject of [long, long.slice(0, 72)]) git('commit', '--quiet', '--allow-empty', '--message', subject)
  expect(longSubjects(directory).map((line) => line.replace(/^\w+ /, ''))).toEqual([long])
  mkdirSync(join(directory, 'copy'))
  expect(longSubjects(join(directory, 'copy'))).toEqual([])
})

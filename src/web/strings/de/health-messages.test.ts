import { expect, it } from 'vitest'
import { healthMessages as english } from '#contract'
import { healthMessages as german } from './health-messages.ts'

const placesOf = (text: string): string[] => [...text.matchAll(/\{\w+\}/g)].map(([place]) => place).toSorted()

it.each(Object.entries(english))('the German text of %s has the places of the English one', (code, text) => {
  expect(placesOf(Object.entries(german).find(([name]) => name === code)?.[1] ?? '')).toEqual(placesOf(text))
})

import { expect, it } from 'vitest'
import { contrastOf, fullColor, textContrast } from './contrast.ts'

const light = {
  bodyBackgroundColor: '#fff',
  headerBackgroundColor: '#000000',
  headerFontColor: '#fff',
  titleFontColor: '#000',
  bodyFontColor: '#777777',
  bodyFontColorMuted: '#5b6472',
  navigationFontColor: '#333',
  linkFontColor: 'blue',
  cardBackgroundColor: '#cccccc',
  borderColor: '#fefefe',
  primaryButtonBackgroundColor: '#1257c2',
  primaryButtonFontColor: '#ffffff',
}

it('contrast is that of WCAG, the same in either direction', () => {
  expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21)
  expect(contrastOf('#ffffff', '#000000')).toBeCloseTo(21)
  expect(contrastOf('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
  expect(contrastOf('#1257c2', '#1257c2')).toBe(1)
})

it('a colour of text is compared with all that is behind it, the worst counts', () => {
  expect(textContrast(light, 'bodyFontColor')).toMatchObject({ against: 'cardBackgroundColor' })
  expect(textContrast(light, 'headerFontColor')?.ratio).toBeCloseTo(21)
  expect(textContrast(light, 'borderColor')).toBe(null)
  expect(textContrast(light, 'linkFontColor')).toBe(null)
})

it('three digits mean six, and other texts are no colours', () => {
  expect(fullColor(' #AbC ')).toBe('#aabbcc')
  expect(['red', '#12', '#12345g', '123456', ''].map(fullColor)).toEqual([null, null, null, null, null])
})

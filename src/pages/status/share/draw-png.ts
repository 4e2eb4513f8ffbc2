import { renderAsync } from '@resvg/resvg-js'

const fontOf = (path: string): string =>
  decodeURIComponent(new URL(import.meta.resolve(`@expo-google-fonts/inter/${path}`)).pathname)

const fontFiles = [
  '400Regular/Inter_400Regular.ttf',
  '600SemiBold/Inter_600SemiBold.ttf',
  '700Bold/Inter_700Bold.ttf',
].map(fontOf)

/** Writing that the font has; for any other the fonts of the machine are searched too, which takes longer. */
const foreign = /[^\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}]/u

/** A drawing as PNG, made outside of the main thread. It loads nothing. */
export async function drawPng(svg: string): Promise<Buffer> {
  const font = { loadSystemFonts: foreign.test(svg), fontFiles, defaultFontFamily: 'Inter' }
  return (await renderAsync(svg, { font })).asPng()
}

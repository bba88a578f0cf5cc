import { Anchor, Code, Image, Table, Text, Title, Typography } from '@mantine/core'
import { lexer, type Token, type Tokens } from 'marked'
import { type ReactNode, useMemo } from 'react'
import { useTranslator } from '../../messages/useTranslator.tsx'
import { linkAddress, pictureAddress } from './addresses.ts'

/** Deeper nesting, which people do not write, is shown as plain text. */
const MAX_DEPTH = 8
const TITLES = [3, 4, 5, 6] as const

/** Markdown (CommonMark with tables) as elements: it never becomes HTML, so HTML in it is shown as typed. */
export function DrawnMarkdown({ text }: { text: string }) {
  const tokens = useMemo(() => readTokens(text), [text])
  if (tokens === null) return <Text style={{ whiteSpace: 'pre-wrap' }}>{text}</Text>
  return (
    <Typography style={{ overflowWrap: 'anywhere' }}>
      <DrawnTokens tokens={tokens} depth={0} />
    </Typography>
  )
}

/** null: nested too deeply to be read. */
function readTokens(text: string): Token[] | null {
  try {
    return lexer(text, { gfm: true })
  } catch {
    return null
  }
}

interface Level {
  tokens: readonly Token[] | undefined
  depth: number
}

function DrawnTokens({ tokens = [], depth }: Level): ReactNode {
  if (depth > MAX_DEPTH) return tokens.map(({ raw }) => raw).join('')
  // biome-ignore lint/suspicious/noArrayIndexKey: tokens keep their places: a new text makes new ones
  return tokens.map((token, index) => <Drawn key={`${index} ${token.type}`} token={token} depth={depth + 1} />)
}

function Drawn({ token, depth }: { token: Token; depth: number }): ReactNode {
  const inner = <DrawnTokens tokens={tokensOf(token)} depth={depth} />
  switch (token.type) {
    case 'heading':
      // The dialog and the page have the first two levels.
      return <Title order={TITLES[Math.min(token.depth, TITLES.length) - 1]}>{inner}</Title>
    case 'paragraph':
      return <p>{inner}</p>
    case 'blockquote':
      return <blockquote>{inner}</blockquote>
    case 'list':
      return <DrawnList list={token} depth={depth} />
    case 'table':
      return <DrawnTable table={token} depth={depth} />
    case 'strong':
      return <strong>{inner}</strong>
    case 'em':
      return <em>{inner}</em>
    case 'del':
      return <del>{inner}</del>
    case 'link':
      return <DrawnLink href={token.href}>{inner}</DrawnLink>
    case 'image':
      return <DrawnPicture href={token.href} alt={token.text} />
    case 'code':
      return <Code block>{token.text}</Code>
    case 'codespan':
      return <Code>{token.text}</Code>
    case 'br':
      return <br />
    case 'hr':
      return <hr />
    case 'checkbox':
      return token.checked ? '☑ ' : '☐ '
    case 'space':
    case 'def':
      return null
    case 'html':
      return <span style={{ whiteSpace: 'pre-wrap' }}>{token.raw}</span>
    default:
      return tokensOf(token) ? inner : withCharacters('text' in token ? token.text : token.raw)
  }
}

const tokensOf = (token: Token): Token[] | undefined => ('tokens' in token ? token.tokens : undefined)

/** Replaces character references, such as `&amp;`, by their characters. */
const withCharacters = (text: string): string =>
  text.replace(
    /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z]\w{1,31});/gi,
    (reference) => new DOMParser().parseFromString(reference, 'text/html').documentElement.textContent ?? reference,
  )

function DrawnList({ list, depth }: { list: Tokens.List | Tokens.Generic; depth: number }) {
  const items: readonly Tokens.ListItem[] = list.items
  const drawn = items.map((item, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: items keep their places: a new text makes new ones
    <li key={index}>
      <DrawnTokens tokens={item.tokens} depth={depth} />
    </li>
  ))
  return list.ordered ? <ol start={Number(list.start)}>{drawn}</ol> : <ul>{drawn}</ul>
}

function DrawnTable({ table, depth }: { table: Tokens.Table | Tokens.Generic; depth: number }) {
  const rows: readonly (readonly Tokens.TableCell[])[] = table.rows
  const header: readonly Tokens.TableCell[] = table.header
  const cellsOf = (cells: readonly Tokens.TableCell[], Cell: typeof Table.Td | typeof Table.Th) =>
    cells.map(({ tokens, align }, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: cells keep their places: a new text makes new ones
      <Cell key={index} ta={align ?? undefined}>
        <DrawnTokens tokens={tokens} depth={depth} />
      </Cell>
    ))
  return (
    <Table withTableBorder withColumnBorders w="auto" mb="md">
      <Table.Thead>
        <Table.Tr>{cellsOf(header, Table.Th)}</Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((cells, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows keep their places: a new text makes new ones
          <Table.Tr key={index}>{cellsOf(cells, Table.Td)}</Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

function DrawnLink({ href, children }: { href: string; children: ReactNode }) {
  const address = linkAddress(href)
  if (address === null) return children
  return (
    <Anchor href={address} target="_blank" rel="noopener" style={{ textDecoration: 'underline' }} inherit>
      {children}
    </Anchor>
  )
}

function DrawnPicture({ href, alt }: { href: string; alt: string }) {
  const t = useTranslator()
  const address = pictureAddress(href)
  if (address === null) return <em>{t('markdown.foreignPicture', { name: alt || href })}</em>
  return <Image component="img" src={address} alt={alt} loading="lazy" w="auto" maw="100%" fit="contain" radius="sm" />
}

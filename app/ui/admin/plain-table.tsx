import type { ReactNode } from 'react';

interface PlainTableProps {
  className: string | undefined;
  head: string[];
  /** The first cell heads its row. Attributes are the row's own. */
  rows: { key: string; cells: [ReactNode, ...ReactNode[]]; attributes?: Record<`data-${string}`, true> }[];
}

/** A table for a few rows that are only read. */
export function PlainTable({ className, head, rows }: PlainTableProps) {
  return (
    <table className={className}>
      <thead>
        <tr>
          {head.map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, cells: [first, ...others], attributes }) => (
          <tr key={key} {...attributes}>
            <th scope="row" dir="auto">
              {first}
            </th>
            {others.map((cell, at) => (
              <td key={at}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

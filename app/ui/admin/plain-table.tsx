import type { ReactNode } from 'react';

interface PlainTableProps {
  className: string | undefined;
  head: string[];
  /** The first cell is the row header; `attributes` are those of the `<tr>`. */
  rows: { key: string; cells: [ReactNode, ...ReactNode[]]; attributes?: Record<`data-${string}`, true> }[];
}

/** A table of a few rows, to read only. */
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

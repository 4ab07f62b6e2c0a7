/** A row of this table becomes a block with its cells below one another where its section is narrow. */
import type { ComponentProps } from "react";
import { cn } from "@/lib/cn";

export function Table({ className, ...rest }: ComponentProps<"table">) {
  return (
    <table
      className={cn("mt-2 mb-4 w-full border-collapse text-left @max-[700px]/section:block", className)}
      {...rest}
    />
  );
}

export function TableHead({ children }: ComponentProps<"thead">) {
  return (
    <thead className="@max-[700px]/section:sr-only">
      <tr>{children}</tr>
    </thead>
  );
}

export function HeadCell({ className, ...rest }: ComponentProps<"th">) {
  return (
    <th
      scope="col"
      className={cn("border-b border-line-strong py-1.5 pr-4 text-11 font-regular text-text-2", className)}
      {...rest}
    />
  );
}

export function TableBody(props: ComponentProps<"tbody">) {
  return <tbody className="@max-[700px]/section:block" {...props} />;
}

export function Row(props: ComponentProps<"tr">) {
  return (
    <tr
      className="border-line @max-[700px]/section:block @max-[700px]/section:border-b @max-[700px]/section:pt-2.5 @max-[700px]/section:pb-1.5"
      {...props}
    />
  );
}

const CELL =
  "border-b border-line py-2 pr-4 align-top text-12/[18px] font-regular text-text-2 @max-[700px]/section:block @max-[700px]/section:border-0 @max-[700px]/section:p-0 @max-[700px]/section:pb-1.5";

export function RowHead({ className, ...rest }: ComponentProps<"th">) {
  return <th scope="row" className={cn(CELL, className)} {...rest} />;
}

/** `head` precedes the cell where the column titles are hidden. */
export function Cell({ head, className, ...rest }: ComponentProps<"td"> & { head?: string | undefined }) {
  return (
    <td
      data-head={head}
      className={cn(
        CELL,
        head !== undefined &&
          "@max-[700px]/section:before:text-text-3 @max-[700px]/section:before:content-[attr(data-head)_'_']",
        className,
      )}
      {...rest}
    />
  );
}

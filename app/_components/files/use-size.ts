import { useFormatter } from "next-intl";

/** A size in bytes in a few letters: 12 kB, 3.4 MB. */
export function useSize(): (bytes: number) => string {
  const format = useFormatter();
  return (bytes) => {
    const unit = bytes < 1_000 ? "byte" : bytes < 1_000_000 ? "kilobyte" : "megabyte";
    const value = bytes < 1_000 ? bytes : bytes < 1_000_000 ? bytes / 1_000 : bytes / 1_000_000;
    return format.number(value, {
      style: "unit",
      unit,
      unitDisplay: unit === "byte" ? "long" : "short",
      maximumFractionDigits: value < 10 && unit !== "byte" ? 1 : 0,
    });
  };
}

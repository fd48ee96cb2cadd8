import type { NextRequest } from "next/server";
import NextAuth from "next-auth";
import { authOptions } from "@/lib/auth/options";
import { readVisitor } from "./visitor";

type Context = { params: Promise<{ nextauth: string[] }> };

async function handle(request: NextRequest, context: Context): Promise<Response> {
  return NextAuth(request, context, authOptions(await readVisitor(request)));
}

export { handle as GET, handle as POST };

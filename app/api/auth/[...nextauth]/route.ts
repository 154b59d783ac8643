export { handleAuth as GET, handleAuth as POST } from "@/lib/access/staff/sign-in/auth-handler";

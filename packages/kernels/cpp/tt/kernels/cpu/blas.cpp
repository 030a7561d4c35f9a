// Opening the BLAS library and calling it by dtype.
#include "tt/kernels/cpu/blas.h"

#include <dlfcn.h>

#include <cstdlib>
#include <mutex>
#include <string>

#include "tt/core/base/error.h"
#include "tt/kernels/registration.h"

namespace tt::kernels {
namespace {

// From cblas.h.
enum Order { kRowMajor = 101 };
enum Transpose { kNoTranspose = 111, kTranspose = 112 };

// Numbers are passed by value where they are real, by address where they are complex.
template <class T>
struct Number {
  using type = T;
  static T one() { return 1; }
  static T zero() { return 0; }
};
template <class T>
struct Number<Complex<T>> {
  using type = const void*;
  static type one() {
    static const Complex<T> value{1, 0};
    return &value;
  }
  static type zero() {
    static const Complex<T> value{0, 0};
    return &value;
  }
};

template <class T>
struct Functions {
  using N = typename Number<T>::type;
  using Gemm = void (*)(int, int, int, int, int, int, N, const void*, int, const void*, int, N, void*, int);
  using Gemv = void (*)(int, int, int, int, N, const void*, int, const void*, int, N, void*, int);
  static inline Gemm gemm = nullptr;
  static inline Gemv gemv = nullptr;

  static int transpose(const BlasMatrix& matrix) { return matrix.transposed ? kTranspose : kNoTranspose; }

  static void multiply(int32_t m, int32_t n, int32_t k, const BlasMatrix& a, const BlasMatrix& b, bool adds,
                       char* result, int32_t leading) {
    gemm(kRowMajor, transpose(a), transpose(b), m, n, k, Number<T>::one(), a.data, a.leading, b.data,
         b.leading, adds ? Number<T>::one() : Number<T>::zero(), result, leading);
  }

  // gemv is given the matrix as it lies in memory.
  static void multiply_vector(int32_t m, int32_t k, const BlasMatrix& a, const char* vector,
                              int32_t vector_stride, char* result, int32_t result_stride) {
    gemv(kRowMajor, transpose(a), a.transposed ? k : m, a.transposed ? m : k, Number<T>::one(), a.data,
         a.leading, vector, vector_stride, Number<T>::one(), result, result_stride);
  }

  static Blas table() { return {multiply, multiply_vector}; }
};

std::string library_path;
std::once_flag opened;
const char* core = "";

void* symbol(void* library, const char* path, const char* prefix, const char* rest) {
  std::string full = std::string("scipy_cblas_") + prefix + rest;
  void* found = dlsym(library, full.c_str());
  TT_CHECK(found, Runtime, path, " has no function ", full);
  return found;
}

template <class T>
void resolve(void* library, const char* path, const char* prefix) {
  using F = Functions<T>;
  F::gemm = reinterpret_cast<typename F::Gemm>(symbol(library, path, prefix, "gemm"));
  F::gemv = reinterpret_cast<typename F::Gemv>(symbol(library, path, prefix, "gemv"));
}

}  // namespace

namespace {

// The library starts its threads while it is opened, and they spin; only its environment can keep it from
// that.
void* open_on_one_thread(const char* path) {
  constexpr const char* kThreads = "OPENBLAS_NUM_THREADS";
  const char* given = std::getenv(kThreads);
  std::string saved = given ? given : "";
  setenv(kThreads, "1", 1);
  void* library = dlopen(path, RTLD_NOW | RTLD_LOCAL);  // stays open for the life of the process
  if (given)
    setenv(kThreads, saved.c_str(), 1);
  else
    unsetenv(kThreads);
  return library;
}

void open_library() {
  TT_CHECK(!library_path.empty(), Runtime, "no BLAS library is known; hint: pip install scipy-openblas32");
  const char* path = library_path.c_str();
  void* library = open_on_one_thread(path);
  TT_CHECK(library, Runtime, "BLAS cannot be loaded: ", dlerror(), "; hint: pip install scipy-openblas32");
  auto set_threads = reinterpret_cast<void (*)(int)>(dlsym(library, "scipy_openblas_set_num_threads"));
  TT_CHECK(set_threads, Runtime, path, " has no function scipy_openblas_set_num_threads");
  set_threads(1);
  resolve<float>(library, path, "s");
  resolve<double>(library, path, "d");
  resolve<ComplexFloat>(library, path, "c");
  resolve<ComplexDouble>(library, path, "z");
  auto core_name = reinterpret_cast<char* (*)()>(dlsym(library, "scipy_openblas_get_corename"));
  core = core_name ? core_name() : "unknown";
}

}  // namespace

void set_blas_library(const char* path) { library_path = path; }

const char* blas_core() { return core; }

const Blas& blas(DType dtype) {
  static const Blas tables[] = {Functions<float>::table(), Functions<double>::table(),
                                Functions<ComplexFloat>::table(), Functions<ComplexDouble>::table()};
  std::call_once(opened, open_library);
  switch (dtype) {
    case DType::Float32:
      return tables[0];
    case DType::Float64:
      return tables[1];
    case DType::Complex64:
      return tables[2];
    case DType::Complex128:
      return tables[3];
    default:
      fail(ErrorKind::NotImplemented, "BLAS has no matrices of dtype ", name(dtype));
  }
}

}  // namespace tt::kernels
